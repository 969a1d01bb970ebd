import {
  changedQcSettings,
  type QcSettingName,
  type QcSettings,
  qcSettingFaults,
  qcSettingNames,
} from '../../../shared/areas/inspection/settings.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { recordEvents } from '../../audit/audit.ts'
import { readQcSettings, writeQcSettings } from '../../database/settings.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, stale } from '../../http/errors.ts'

type Reply = Gives<Contract['inspection']['qcSettings']>

/** What China QC goes by where nobody says otherwise at a box, and who changed it last. */
export const qcSettings: Handlers<Contract['inspection']>['qcSettings'] = async (_, { db }) =>
  reply(await loadSettings(db))

/** Changes it for lots that are planned from now on. Each setting that is new is an event of its own, from old to new. */
export const saveQcSettings: Handlers<Contract['inspection']>['saveQcSettings'] = async (
  { settings, version },
  context,
) => {
  assertSound(settings)
  return context.command(async (tx) => {
    const saved = await readQcSettings(tx, { isHeld: true })
    if (version !== saved.version) throw await changedMeanwhile(tx)
    const changed = changedQcSettings(saved.settings, settings)
    if (changed.length === 0) return reply(await loadSettings(tx), 'The settings are as they were.')
    await writeQcSettings(tx, settings)
    await recordEvents(
      tx,
      context,
      changed.map((name) => ({
        entity: 'setting',
        entityId: entityIdOf(name),
        event: 'setting.changed',
        from: String(saved.settings[name]),
        to: String(settings[name]),
      })),
    )
    return reply(await loadSettings(tx), 'QC settings saved.')
  })
}

function assertSound(settings: QcSettings): void {
  const faults = Object.entries(qcSettingFaults(settings)).map(([field, message]) => ({ field, message }))
  const [first] = faults
  if (first) throw invalidInput(first.message, { fields: faults })
}

async function changedMeanwhile(db: Db | Tx) {
  const [last] = await lastChanges(db)
  return stale(last?.changed_by ?? 'Selvedge', last ? new Date(last.at) : new Date())
}

async function loadSettings(db: Db | Tx): Promise<Reply> {
  return { ...(await readQcSettings(db)), last_changes: await lastChanges(db) }
}

/** The last change of each setting, newest first. */
async function lastChanges(db: Db | Tx): Promise<Reply['last_changes']> {
  const rows = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.entity', '=', 'setting')
    .where('e.entity_id', 'in', qcSettingNames.map(entityIdOf))
    .distinctOn('e.entity_id')
    .orderBy('e.entity_id')
    .orderBy('e.id', 'desc')
    .select(['e.entity_id', 'e.from_state', 'e.to_state', 'e.at', 'u.name'])
    .execute()
  return qcSettingNames
    .flatMap((setting) => {
      const row = rows.find(({ entity_id }) => entity_id === entityIdOf(setting))
      if (row === undefined) return []
      const { from_state: from, to_state: to, at, name } = row
      return { setting, from: from ?? '', to: to ?? '', at: at.toISOString(), changed_by: name ?? 'Selvedge' }
    })
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

function entityIdOf(name: QcSettingName): string {
  return `qc.${name}`
}
