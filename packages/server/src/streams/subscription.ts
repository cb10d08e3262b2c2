import type { Following, Frame, FrameReader } from './feed.ts';

/** Position of a reader in a stream. */
export interface Cursor {
  /** Whether there may be unread stored items, which have to be read before live ones. */
  behind: boolean;
  /** Whether nothing follows the shown items. */
  done: boolean;
}

/** Receives live items. */
export interface LiveReader<I> {
  take(item: I): void;
  /** The stream has ended. */
  finish(): void;
}

/** A source of items: reads stored ones, and delivers live ones. */
export interface StreamSource<P extends Cursor, I> {
  /** Called first, and again after each pause. */
  enter(cursor: P): Promise<void>;
  /**
   * The next stored items, as far as known. Sets `behind` and `done` to their values after these
   * items.
   */
  page(cursor: P): Promise<readonly I[]>;
  /** Whether no live item has arrived since `page` was called. */
  isCurrent(cursor: P): boolean;
  /** Moves the cursor past an item. `undefined`: it has no frame to show. */
  accept(cursor: P, item: I): Frame | undefined;
  /** Delivers live items to the reader from now on, after the returned frames. */
  join(cursor: P, reader: LiveReader<I>): readonly Frame[];
  leave(cursor: P, reader: LiveReader<I>): void;
  /** Called last. */
  exit(cursor: P): void;
}

type State = 'reading' | 'live' | 'full' | 'ended';

const NOTHING: readonly never[] = [];

/**
 * One reader of one stream: reads stored items, then receives live ones. It notes the position of
 * the live end, reads the log, and joins only if nothing arrived in between, so there is no gap,
 * however slow the reader is. A class, because thousands of idle instances share its methods.
 */
export class Subscription<P extends Cursor, I> implements Following, LiveReader<I> {
  private readonly source: StreamSource<P, I>;
  private readonly cursor: P;
  private readonly reader: FrameReader;
  private state: State = 'reading';
  /** Items that were read and not shown yet. */
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

  /** Reads until it has caught up, or the reader is full. */
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
        // Keeps the items that a full reader did not take: if they were read again each time, a
        // long log would never end.
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

  /** A method, because the state changes during other calls. */
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

  /** Switches from live back to reading, if there are unread stored items. */
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
