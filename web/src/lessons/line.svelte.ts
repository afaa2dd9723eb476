// A TableLine that is answered from the record of a lesson. It shows the seat's position after some moves,
// with the actions that the engine offers there; playing the recorded action advances it, move by move, as if
// the others played now.
import type { Operation, Operations, Push, TableInfo, Update } from '../../../protocol/lanterne';
import { Refused, type TableLine } from '../net/connection';
import { EVERYONE, fileSource, type Source } from '../replay/source';
import { ui } from '../words/ui';
import type { Chapter } from './lesson';

const TABLE = 'lesson';
const ALL = 1_000_000; // more moves than any game has

interface Decision {
  move: number; // the number of moves of all seats before it
  action: string;
}

export class LessonLine implements TableLine {
  step = $state(0);
  private listener: (push: Push) => void = () => undefined;
  private now = 0;

  private constructor(
    private readonly chapter: Chapter,
    private readonly source: Source,
    private readonly decisions: Decision[],
    private readonly moves: number,
  ) {}

  static async open(chapter: Chapter): Promise<LessonLine> {
    const source = fileSource((await chapter.record()).default);
    const { update, moves } = await source.show(EVERYONE, ALL);
    const decisions = update.told.flatMap((item) => (item.do === undefined ? [] : [{ seat: item.seat, action: item.do }])).flatMap(({ seat, action }, move) => (seat === chapter.seat ? [{ move, action }] : []));
    return new LessonLine(chapter, source, decisions, moves);
  }

  // The recorded action of the seat; undefined once the lesson is over.
  get wanted(): string | undefined {
    return this.decision(this.step)?.action;
  }

  onPush(listener: (push: Push) => void): () => void {
    this.listener = listener;
    return () => undefined;
  }

  onLine(): () => void {
    return () => undefined; // every request is independent: there is no connection to lose
  }

  async ask<O extends Operation>(op: O, params: Operations[O]['params']): Promise<Operations[O]['result']> {
    const { action = '' } = params as { action?: string };
    switch (op as Operation) {
      case 'open':
        return { table: this.info(), update: await this.show(this.decision(0)?.move ?? 0) } as Operations[O]['result'];
      case 'chats':
        return { lines: [] } as unknown as Operations[O]['result'];
      case 'why':
        return { accepted: false, why: (await this.source.show(this.chapter.seat, this.now, action)).why } as unknown as Operations[O]['result'];
      case 'move':
        if (action !== this.wanted) throw new Refused({ code: 'refused', say: ui['lesson-other'] });
        await this.advance(); // blocks further actions until it is done
        return {} as Operations[O]['result'];
      default:
        throw new Refused({ code: 'refused', say: ui['lesson-only'] });
    }
  }

  private decision(step: number): Decision | undefined {
    const at = this.chapter.steps[step]?.at;
    return at === undefined ? undefined : this.decisions[at];
  }

  // Advances to the next decision of the lesson, or at its end to the seat's next decision.
  private async advance(): Promise<void> {
    const { at } = this.chapter.steps[this.step] ?? { at: 0 };
    const skips = (this.chapter.steps[this.step + 1]?.at ?? at + 1) !== at + 1;
    const end = this.decision(this.step + 1)?.move ?? this.decisions[at + 1]?.move ?? this.moves;
    for (let move = skips ? end : this.now + 1; move <= end; move++) {
      const update = await this.show(move);
      const last = move === end;
      if (last) this.step++;
      const over = this.wanted === undefined;
      // At the end of the lesson no action is offered.
      const asked = over ? { ask: null, turn: { ...update.turn, must: [] }, prompt: ui['lesson-over'] } : { ask: last ? update.ask : null };
      this.listener({ push: 'update', table: TABLE, seat: this.chapter.seat, update: { ...update, full: skips, ...asked } });
    }
  }

  private async show(move: number): Promise<Update> {
    const { update } = await this.source.show(this.chapter.seat, move);
    this.now = move;
    return update;
  }

  private info(): TableInfo {
    const { game, version, names } = this.source;
    const seats = names.map((name, at) => ({ seat: at + 1, name, kind: at + 1 === this.chapter.seat ? ('person' as const) : ('bot' as const), you: at + 1 === this.chapter.seat, present: true }));
    return { table: TABLE, state: 'playing', settings: { game, seats: seats.length }, version, locked: false, host: false, seats, watchers: 0, created: 0, verifiable: false };
  }
}
