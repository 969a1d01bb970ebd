import { seal, unseal } from '../http/sealing.ts'
import { readCursor } from '../lists/keyset.ts'

/** Behind which event a follower stands: a batch, how many of its events were read, and the id of the last of them. */
export interface FeedPlace {
  number: number
  at: number
  id: string
}

export interface FeedCursor extends FeedPlace {
  /** When it was handed out with nothing behind it, in milliseconds; null of one that had something behind it. */
  endedAt: number | null
}

/** Where the number, the place in its batch, the moment and the id stand: always as long, so that its length tells nothing either. */
const NUMBER = 0
const AT = 8
const ENDED = 12
const ID = 20
const LENGTH = 36

/**
 * A cursor moves on with everybody's events, or it would grow old while its follower has none. Sealed and never twice the same, it tells
 * nobody of them.
 */
export function writeFeedCursor(key: Buffer, { number, at, id, endedAt }: FeedCursor): string {
  const content = Buffer.alloc(LENGTH)
  content.writeBigInt64BE(BigInt(number), NUMBER)
  content.writeInt32BE(at, AT)
  content.writeBigInt64BE(BigInt(endedAt ?? 0), ENDED)
  content.write(id.replaceAll('-', ''), ID, 'hex')
  return seal(key, content)
}

/** Throws `invalid_input` for what nobody was given. */
export function readFeedCursor(key: Buffer, cursor: string | undefined): FeedCursor | null {
  const content = cursor === undefined ? null : unseal(key, cursor)
  if (content?.length !== LENGTH) return readOpenCursor(cursor)
  return {
    number: Number(content.readBigInt64BE(NUMBER)),
    at: content.readInt32BE(AT),
    endedAt: Number(content.readBigInt64BE(ENDED)) || null,
    id: content.toString('hex', ID).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  }
}

/** One of before cursors were sealed: who follows since then goes on. */
function readOpenCursor(cursor: string | undefined): FeedCursor | null {
  const [number, at, id] = readCursor(cursor, ['int', 'int', 'uuid']) ?? []
  return id === undefined ? null : { number: Number(number), at: Number(at), id, endedAt: null }
}
