import { type AuditEvent, recordEvent } from './audit.ts'
import type { Work } from './http/call.ts'

/** Downloads are events as well: who took which file, of what, and when. */
export async function recordDownload(work: Work, name: string, details: AuditEvent['details'] = {}): Promise<void> {
  await work.command((tx) =>
    recordEvent(tx, work, { entity: 'file', entityId: name, event: 'file.downloaded', details }),
  )
}
