// Questions to the server by HTTP, all with a time limit: an answer that does not come, or that is not the
// server's own, is a refusal with words like any other.
import type { Problem } from '../../../protocol/lanterne';
import { ui } from '../words/ui';

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.say.en);
  }
}

// There is no answer of the server: none in time, none at all, or one of something between it and us. A
// network that wants people to sign in first (a captive portal) answers every question with a page of its
// own.
export class Unanswered extends Refused {
  constructor(readonly portal = false) {
    super({ code: 'not-now', say: portal ? ui.portal : ui['no-answer'] });
  }
}

const ANSWER_MS = 30_000;

export async function answerOf(address: string, init: RequestInit, reviver: (key: string, value: unknown) => unknown, limit: number | AbortSignal = ANSWER_MS): Promise<unknown> {
  const signal = typeof limit === 'number' ? AbortSignal.timeout(limit * patience()) : limit;
  let text: string;
  try {
    text = await (await fetch(address, { ...init, signal })).text();
  } catch {
    throw new Unanswered();
  }
  const answer = read(text, reviver);
  if (answer.ok !== true && !answer.error) throw new Unanswered(true);
  if (!answer.ok && answer.error) throw new Refused(answer.error);
  return answer;
}

function read(text: string, reviver: (key: string, value: unknown) => unknown): { ok?: boolean; error?: Problem } {
  try {
    const answer: unknown = JSON.parse(text, reviver);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

// By how much all limits are longer; tests on busy machines set it before the page begins.
export function patience(): number {
  return (globalThis as { lanternePatience?: number }).lanternePatience ?? 1;
}
