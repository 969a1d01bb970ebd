import { v4 } from 'uuid'

/** A new idempotency key. Not crypto.randomUUID: a company server reached by plain http is no secure context. */
export function newKey(): string {
  return v4()
}
