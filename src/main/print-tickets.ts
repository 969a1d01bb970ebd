import { createHash, randomBytes } from 'node:crypto'
import type { Ticket } from './print-port.ts'

/**
 * Tickets of one workstation. Its own part keeps apart the apps that share a print server: held jobs of others are none of our
 * business. It follows from where the app keeps its data, so that it outlives a lost ledger.
 */
export interface Tickets {
  next(): Ticket
  /** The ticket in the name of a job of ours, or null. */
  in(jobName: string): Ticket | null
}

const longestTitle = 200

export function printTickets(place: string): Tickets {
  const station = createHash('sha256').update(place).digest('hex').slice(0, 8)
  const ours = new RegExp(`\\[(sv-${station}-[0-9a-f]+)\\]$`)
  return {
    next: () => `sv-${station}-${randomBytes(5).toString('hex')}`,
    in: (jobName) => ours.exec(jobName)?.[1] ?? null,
  }
}

/** The user's title first. A job's name has room for 255 bytes, and what is cut off must not be the ticket. */
export function jobName(title: string, ticket: Ticket): string {
  let cut = title
  while (Buffer.byteLength(cut) > longestTitle) cut = [...cut].slice(0, -1).join('')
  return `${cut} [${ticket}]`
}

/** Whether a job of that name was handed over by that ticket; jobs of an earlier version went by their title alone. */
export function carries(name: string, ticket: Ticket): boolean {
  return name === ticket || name.endsWith(` [${ticket}]`)
}
