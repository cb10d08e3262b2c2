import { beforeEach } from 'vitest';

/** The stores of one contract test. */
export interface StoreCase<Store> {
  readonly store: Store;
  /** The store, and other connections to its data if it supports them. */
  readonly stores: readonly Store[];
  /** Opens another connection to the same data. */
  readonly connect: () => Promise<Store>;
}

/** Opens a store before each test, and closes all connections afterwards. */
export function openForEach<Store extends { close(): Promise<void> }>(
  open: () => Promise<{ readonly store: Store; readonly connect?: () => Promise<Store> }>,
): () => StoreCase<Store> {
  let current: StoreCase<Store> | undefined;
  beforeEach(async () => {
    const { store, connect } = await open();
    const stores = connect === undefined ? [store] : [store, await connect()];
    const opened = [...stores];
    current = {
      store,
      stores,
      async connect() {
        if (connect === undefined) throw new Error('this store keeps nothing outside the process');
        const more = await connect();
        opened.push(more);
        return more;
      },
    };
    return async () => {
      await Promise.all(opened.map((one) => one.close()));
    };
  });
  return () => {
    if (current === undefined) throw new Error('a case is opened before each test');
    return current;
  };
}
