import { indiaLabelWords } from '../../../shared/areas/india-labels/area.ts'
import { labelFactDefaults, labelFactNames } from '../../../shared/areas/india-labels/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import type { Db, Handlers, Tx } from '../../http/call.ts'
import { reply } from '../../http/call.ts'
import { notFound, stale } from '../../http/errors.ts'

type Routes = Handlers<Contract['indiaLabels']>

export type SiteFacts = Gives<Contract['indiaLabels']['saveIndiaLabelSettings']>

/** Sites in India with what their labels say, QC sites first. */
export async function sitesWithFacts(
  db: Db | Tx,
): Promise<(SiteFacts & { id: string; kind: string; time_zone: string })[]> {
  const rows = await db
    .selectFrom('site as s')
    .leftJoin('label_facts as f', 'f.site_id', 's.id')
    .leftJoin('app_user as u', 'u.id', 'f.changed_by')
    .where('s.country', '=', 'IN')
    .where('s.retired_at', 'is', null)
    .select(['s.id', 's.kind', 's.time_zone', 's.code as site', 's.name as site_name', 's.name_zh as site_name_zh'])
    .select(['f.company_name', 'f.company_address', 'f.consumer_care', 'f.net_quantity', 'f.version', 'f.changed_at'])
    .select('u.name as changed_by')
    .orderBy((eb) => eb.case().when('s.kind', '=', 'india_qc').then(0).else(1).end())
    .orderBy('s.code')
    .execute()
  return rows.map(({ company_name, company_address, consumer_care, net_quantity, version, changed_at, ...site }) => ({
    ...site,
    settings: {
      company_name: company_name ?? labelFactDefaults.company_name,
      company_address: company_address ?? labelFactDefaults.company_address,
      consumer_care: consumer_care ?? labelFactDefaults.consumer_care,
      net_quantity: net_quantity ?? labelFactDefaults.net_quantity,
    },
    version: version ?? 0,
    changed_at: changed_at?.toISOString() ?? null,
  }))
}

/** As the wire has it. */
export function factsWire({
  site,
  site_name,
  site_name_zh,
  settings,
  version,
  changed_at,
  changed_by,
}: SiteFacts): SiteFacts {
  return { site, site_name, site_name_zh, settings, version, changed_at, changed_by }
}

export const indiaLabelSettings: Routes['indiaLabelSettings'] = async (_, { db }) =>
  reply({ sites: (await sitesWithFacts(db)).map(factsWire) })

/** What labels of a site say from now on. Throws not_found for a site that is not in India, stale where somebody was quicker. */
export const saveIndiaLabelSettings: Routes['saveIndiaLabelSettings'] = (input, context) =>
  context.command(async (tx) => {
    // Its row is held: the first settings of a site may be said by two at once.
    await tx.selectFrom('site').where('code', '=', input.site).forNoKeyUpdate().select('id').execute()
    const before = (await sitesWithFacts(tx)).find(({ site }) => site === input.site)
    if (!before) throw notFound(indiaLabelWords.noSite, { site: input.site })
    if (before.version !== input.version)
      throw stale(before.changed_by ?? 'Selvedge', before.changed_at ? new Date(before.changed_at) : new Date())
    const changed = labelFactNames.filter((name) => before.settings[name] !== input.settings[name])
    if (changed.length === 0) return reply(factsWire(before), indiaLabelWords.unchanged)
    const row = { ...input.settings, changed_at: new Date(), changed_by: context.caller.userId }
    await tx
      .insertInto('label_facts')
      .values({ site_id: before.id, ...row })
      .onConflict((on) => on.column('site_id').doUpdateSet({ ...row, version: before.version + 1 }))
      .execute()
    await recordEvent(tx, context, {
      ...({ entity: 'label_facts', entityId: input.site, event: 'labels.india_facts' } as const),
      details: Object.fromEntries(
        changed.flatMap((name) => [
          [name, input.settings[name]],
          [`${name}_before`, before.settings[name]],
        ]),
      ),
    })
    const after = (await sitesWithFacts(tx)).find(({ site }) => site === input.site)
    return reply(factsWire(after ?? before), indiaLabelWords.saved)
  })
