/**
 * A map of the entries that were set last, up to a number. Unlike an LRU cache it reserves no memory
 * for that number, and reading an entry does not keep it longer.
 */
export class NewestMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#max) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    }
    return this;
  }
}
