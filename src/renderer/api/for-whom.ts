import { userHeader } from '../../shared/user-header.ts'

let said: Record<string, string> = {}

/**
 * From now on calls are made for this user. Not forgotten at sign-out: what a page that was left still sends must not go in the
 * name of whoever signs in next in another tab.
 */
export function workFor(userId: string): void {
  said = { [userHeader]: userId }
}

/** For whom a call is made, as a header; empty while nobody has signed in here, and on the desktop, whose token is its own. */
export function forWhom(): Readonly<Record<string, string>> {
  return said
}

/** For what the browser asks for without headers of ours: event streams. */
export function withWhom(path: string): string {
  const query = new URLSearchParams(said).toString()
  return query === '' ? path : `${path}?${query}`
}
