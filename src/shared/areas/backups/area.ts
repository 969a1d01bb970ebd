import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { rights } from '../../kernel/rights.ts'
import { screen } from '../../kernel/screens.ts'
import { instant } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'

export const backupsRights = rights({
  manageBackups: { group: 'Administration', label: 'See and make backups', roles: ['admin', 'super_admin'] },
})

export const backupKinds = ['daily', 'asked', 'before-update'] as const

export const backupKindWords = {
  daily: key('Daily'),
  asked: key('Made by hand'),
  'before-update': key('Before an update'),
} as const satisfies Record<(typeof backupKinds)[number], string>

export const backupWords = {
  begun: key('A backup is being made.'),
  none: key(
    'This server makes no backups of its own: its database is elsewhere. docs/operations.md says how to copy it.',
  ),
} as const

const keptBackup = z.object({
  name: z.string(),
  kind: z.enum(backupKinds),
  made_at: instant,
  bytes: z.number(),
})
export type KeptBackupRow = z.output<typeof keptBackup>

const backups = z.object({
  /** Where they lie, on the server; null where this server makes none. */
  folder: z.string().nullable(),
  /** Each was read back when it was made. */
  rows: z.array(keptBackup),
  running_since: instant.nullable(),
  next_at: instant.nullable(),
  /** Why the last try failed, in the server's words; null once one succeeded. */
  problem: z.object({ at: instant, words: z.string() }).nullable(),
  /** Bytes on the disk of the data; null where the system does not tell. */
  room: z.object({ free: z.number(), reserve: z.number() }).nullable(),
})

const callers = backupsRights.manageBackups.roles

export const backupsCalls = {
  getBackups: post('selvedge/backups', {
    summary: 'The backups that this server keeps, the newest first, and how much room its disk has.',
    callers,
    forPeople: true,
    takes: z.object({}),
    gives: json(backups),
  }),
  makeBackup: post('selvedge/backups/make', {
    summary: 'Begins a backup, unless one is being made. It is read back before it counts.',
    callers,
    forPeople: true,
    changes: true,
    takes: z.object({}),
    gives: json(z.object({})),
  }),
}

export const backupsArea = area({
  calls: backupsCalls,
  rights: backupsRights,
  screens: [screen('administration', '/ops/backups', 'Backups', 'database', backupsRights.manageBackups)],
  notices: {
    backup_failed: notice('attention', {
      to: toHouse(backupsRights.manageBackups, ['admin', 'super_admin'], 'Open backups'),
      stays: true,
      label: 'Backups that failed',
      one: ['The backup failed: {{reason}}', '/ops/backups'],
      many: ['The backup failed {{count}} times. The last time: {{reason}}', '/ops/backups'],
    }),
  },
  entities: ['backup'],
  events: { 'backup.asked': 'Backup asked for' },
  words: [...Object.values(backupKindWords), ...Object.values(backupWords)],
})
