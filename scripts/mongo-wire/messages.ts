import { BSON } from 'mongodb';

/** A BSON document. */
export type WireDocument = Record<string, unknown>;

/** A command with its database. The first member of the body is its name. */
export interface Command {
  readonly name: string;
  readonly body: WireDocument;
  /** Whether the client accepts several replies, until the connection ends. */
  readonly takesMore: boolean;
  /** Encodes a reply to it. With `more`, another reply follows. */
  readonly reply: (answer: WireDocument, more?: boolean) => Buffer;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER = 16;
const MOST_BYTES = 48_000_000;
/** Flags of OP_MSG. */
const MORE_TO_COME = 1 << 1;
const EXHAUST_ALLOWED = 1 << 16;

/** Splits a stream of bytes into messages. */
export function createReader(): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    while (rest.length >= HEADER && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      if (length < HEADER || length > MOST_BYTES) throw new Error(`a message of ${length} bytes`);
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return messages;
  };
}

/** Parses OP_MSG, and OP_QUERY, with which drivers greet. */
export function readCommand(message: Buffer): Command {
  const id = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_QUERY) {
    const name = message.indexOf(0, HEADER + 4) + 1;
    const body = BSON.deserialize(message.subarray(name + 8));
    return {
      name: nameOf(body),
      body,
      takesMore: false,
      reply: (answer) => legacyReply(id, answer),
    };
  }
  if (opcode !== OP_MSG) throw new Error(`opcode ${opcode} is not supported`);
  const flags = message.readUInt32LE(HEADER);
  // `moreToCome` or a checksum; neither is supported.
  if ((flags & ~EXHAUST_ALLOWED) !== 0) throw new Error('flags of OP_MSG are not supported');
  const body = readSections(message);
  return {
    name: nameOf(body),
    body,
    takesMore: flags === EXHAUST_ALLOWED,
    reply: (answer, more = false) => reply(id, answer, more ? MORE_TO_COME : 0),
  };
}

function nameOf(body: WireDocument): string {
  return Object.keys(body)[0] ?? '';
}

function readSections(message: Buffer): WireDocument {
  let body: WireDocument = {};
  const sequences: WireDocument = {};
  for (let at = HEADER + 4; at < message.length;) {
    const kind = message.readUInt8(at);
    at += 1;
    const size = message.readInt32LE(at);
    const section = message.subarray(at, at + size);
    at += size;
    if (kind === 0) {
      body = read(section);
      continue;
    }
    const end = section.indexOf(0, 4);
    const documents: WireDocument[] = [];
    for (let place = end + 1; place < section.length;) {
      const length = section.readInt32LE(place);
      documents.push(read(section.subarray(place, place + length)));
      place += length;
    }
    sequences[section.toString('utf8', 4, end)] = documents;
  }
  return { ...body, ...sequences };
}

function read(bytes: Buffer): WireDocument {
  return BSON.deserialize(bytes, { promoteLongs: true });
}

function reply(to: number, answer: WireDocument, flags: number): Buffer {
  const body = BSON.serialize(answer);
  const head = Buffer.alloc(HEADER + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(OP_MSG, 12);
  head.writeUInt32LE(flags, HEADER);
  return Buffer.concat([head, body]);
}

function legacyReply(to: number, answer: WireDocument): Buffer {
  const body = BSON.serialize(answer);
  const head = Buffer.alloc(HEADER + 20);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(OP_REPLY, 12);
  head.writeInt32LE(8, HEADER);
  head.writeInt32LE(1, HEADER + 16);
  return Buffer.concat([head, body]);
}
