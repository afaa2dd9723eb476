// A lesson: a short recorded game against bots, in which the learner repeats the decisions of one seat, with
// a sentence for each. Positions, offered actions and events come from the engine; only the sentences are
// written here. dev/lesson.mjs makes the records.
import type { Words } from '../../../protocol/lanterne';

export interface Step {
  // the number of the seat's decision, from 0; decisions in between are replayed without the learner
  at: number;
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
