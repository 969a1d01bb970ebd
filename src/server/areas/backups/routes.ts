import { basename } from 'node:path'
import { type backupsArea, backupWords } from '../../../shared/areas/backups/area.ts'
import { recordEvent } from '../../audit/audit.ts'
import type { ServerArea } from '../../http/area.ts'
import { reply } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'

/** The backups of this very server: each has its own folder, so nothing of them stands in the database. */
export const backupsServer: ServerArea<typeof backupsArea> = {
  routes: ({ backups, room }) => ({
    getBackups: async () => {
      const now = await backups?.now()
      return reply({
        folder: now?.folder ?? null,
        rows: (now?.kept ?? []).map(({ path, kind, madeAt, bytes }) => ({
          ...{ name: basename(path), kind, bytes },
          made_at: madeAt.toISOString(),
        })),
        running_since: now?.runningSince?.toISOString() ?? null,
        next_at: now?.nextAt?.toISOString() ?? null,
        problem: now?.problem ? { at: now.problem.at.toISOString(), words: now.problem.words } : null,
        room: (await room?.now()) ?? null,
      })
    },
    makeBackup: async (_, context) => {
      if (!backups) throw conflict(backupWords.none)
      const done = await context.command(async (tx) => {
        await recordEvent(tx, context, { entity: 'backup', entityId: 'server', event: 'backup.asked', details: {} })
        return reply({}, backupWords.begun)
      })
      backups.begin('asked')
      return done
    },
  }),
}
