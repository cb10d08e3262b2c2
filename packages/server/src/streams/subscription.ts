import type { Following, Frame, FrameReader } from './feed.ts';

/** Position of a reader in a stream. */
export interface Cursor {
  /** Whether there may be more than was shown, so that it has to be read before what comes live. */
  behind: boolean;
  /** Whether nothing follows what was shown. */
  done: boolean;
}

/** Takes what comes live. */
export interface LiveReader<I> {
  take(item: I): void;
  /** Nothing comes any more. */
  finish(): void;
}

/** A kind of stream: how to read what is behind, and how to join what comes live. */
export interface StreamSource<P extends Cursor, I> {
  /** Called before all else, and again after each pause. */
  enter(cursor: P): Promise<void>;
  /** What comes next, as far as it is known. Sets `behind` and `done` as they are after it. */
  page(cursor: P): Promise<readonly I[]>;
  /** Whether nothing has come live since `page` was called. */
  isCurrent(cursor: P): boolean;
  /** Moves the cursor behind an item. `undefined`: there is nothing to show of it. */
  accept(cursor: P, item: I): Frame | undefined;
  /** From now on the reader gets what comes live, after the returned frames. */
  join(cursor: P, reader: LiveReader<I>): readonly Frame[];
  leave(cursor: P, reader: LiveReader<I>): void;
  /** The last call. */
  exit(cursor: P): void;
}

type State = 'reading' | 'live' | 'full' | 'ended';

const NOTHING: readonly never[] = [];

/**
 * One reader of one stream: reads what is behind, then takes what comes live. First the position of
 * the live end is noted, then the log is read, and it joins only if nothing came in between: so
 * there is no gap, however slow the reader is. A class, because thousands of idle instances share
 * its methods.
 */
export class Subscription<P extends Cursor, I> implements Following, LiveReader<I> {
  private readonly source: StreamSource<P, I>;
  private readonly cursor: P;
  private readonly reader: FrameReader;
  private state: State = 'reading';
  /** What was read and not shown yet. */
  private page: readonly I[] = NOTHING;

  constructor(source: StreamSource<P, I>, cursor: P, reader: FrameReader) {
    this.source = source;
    this.cursor = cursor;
    this.reader = reader;
    void this.read();
  }

  resume(): void {
    if (this.state !== 'full') return;
    this.state = 'reading';
    void this.read();
  }

  stop(): void {
    if (this.state === 'ended') return;
    this.halt();
  }

  take(item: I): void {
    if (this.state !== 'live') return;
    try {
      this.give(item);
    } catch (error) {
      this.finish(error);
      return;
    }
    if (this.cursor.done) this.finish();
    else this.goBack();
  }

  finish(error?: unknown): void {
    if (this.state === 'ended') return;
    this.halt();
    this.reader.end(error);
  }

  /** Reads until nothing is behind any more, or the reader has enough. */
  private async read(): Promise<void> {
    const { source, cursor } = this;
    try {
      await source.enter(cursor);
      do {
        if (!this.is('reading')) return;
        if (this.page.length === 0 && !cursor.done) this.page = await source.page(cursor);
        let shown = 0;
        for (const item of this.page) {
          if (cursor.done || !this.is('reading')) break;
          this.give(item);
          shown += 1;
        }
        // What a full reader leaves is kept: read again each time, a long log would never end.
        this.page = this.page.slice(shown);
        if (!this.is('reading')) return;
        if (cursor.done) {
          this.finish();
          return;
        }
      } while (cursor.behind || !source.isCurrent(cursor));
      this.state = 'live';
      for (const frame of source.join(cursor, this)) if (this.is('live')) this.hand(frame);
      this.goBack();
    } catch (error) {
      this.finish(error);
    }
  }

  /** Asked anew each time: it changes while others are called. */
  private is(state: State): boolean {
    return this.state === state;
  }

  private give(item: I): void {
    const frame = this.source.accept(this.cursor, item);
    if (frame !== undefined) this.hand(frame);
  }

  private hand(frame: Frame): void {
    if (this.reader.take(frame) || this.state === 'ended') return;
    if (this.state === 'live') this.source.leave(this.cursor, this);
    this.state = 'full';
  }

  /** From live to reading, where something is behind. */
  private goBack(): void {
    if (this.state !== 'live' || !this.cursor.behind) return;
    this.source.leave(this.cursor, this);
    this.state = 'reading';
    void this.read();
  }

  private halt(): void {
    this.state = 'ended';
    this.page = NOTHING;
    this.source.leave(this.cursor, this);
    this.source.exit(this.cursor);
  }
}
