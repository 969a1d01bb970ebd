import type { Backups } from '../backup/daily-backups.ts'
import type { Files } from '../files/files.ts'
import type { ServerJobs } from '../jobs/server-jobs.ts'
import type { MailSender } from '../mail/outbox.ts'
import type { NoticeFeed } from '../notices/feed.ts'
import type { Db } from './call.ts'
import type { Limits } from './limits.ts'
import type { RateLimits } from './rates.ts'
import type { Room } from './room.ts'
import type { Sessions } from './sessions.ts'
import type { Streams } from './streams.ts'

/** Services that every mounted call shares. */
export interface ServerContext {
  db: Db
  /** Where what takes long to read is read. */
  reports(): Promise<Db>
  files: Files
  /** Backups of this very server; missing where it makes none. */
  backups?: Backups | undefined
  /** How much the disk still takes; missing in tests that have no disk of their own. */
  room?: Room
  /** The folder of fonts, templates and locales. */
  resources: string
  limits: Limits
  sessions: Sessions
  rates: RateLimits
  notices: NoticeFeed
  streams: Streams
  jobs: ServerJobs
  mail: MailSender
}
