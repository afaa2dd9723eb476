// A lesson: a short recorded game against bots, in which the learner takes one seat's part and is told one
// thing at a time. The positions are the engine's, what may be done in them is what it offers, and what comes
// of it are the events it told then; only the sentences are written here. dev/lesson.mjs makes the records.
import type { Words } from '../../../protocol/lanterne';

export interface Step {
  at: number; // which decision of the seat, counted from 0; those in between were taken without the learner
  say: Words;
}

export interface Chapter {
  record: () => Promise<{ default: string }>;
  seat: number;
  steps: Step[];
  end: Words;
}

const lessons: Record<string, () => Promise<{ lesson: Chapter[] }>> = {
  manor: () => import('./manor'),
  'shadow-hunters': () => import('./shadow-hunters'),
  'shy-monsters': () => import('./shy-monsters'),
  'treasure-hunters': () => import('./treasure-hunters'),
};

export function hasLesson(game: string): boolean {
  return game in lessons;
}

export async function lessonOf(game: string): Promise<Chapter[]> {
  return (await lessons[game]?.())?.lesson ?? [];
}
