import { indiaLabelWords } from '../../../shared/areas/india-labels/area.ts'
import { checkedLabel } from '../../../shared/areas/india-labels/calls.ts'
import {
  countryName,
  eanOf,
  isMadeInIndia,
  missingOfFacts,
  missingOfGoods,
  mrpText,
} from '../../../shared/areas/india-labels/rules.ts'
import type { IndiaSkuLabel } from '../../../shared/areas/labels/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { type Gives, labelForm, type Taken } from '../../../shared/kernel/call.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type FileReply, type Handlers, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { printable } from '../labels/barcode-labels.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { findBoxIds } from '../qc-boxes/box-rows.ts'
import { factsWire, sitesWithFacts } from './label-facts.ts'

type Asked = Taken<Contract['indiaLabels']['checkIndiaSkuLabels']>
type Checked = Gives<Contract['indiaLabels']['checkIndiaSkuLabels']>

export const checkIndiaSkuLabels: Handlers<Contract['indiaLabels']>['checkIndiaSkuLabels'] = async (input, context) =>
  reply(await checked(input, context))

/**
 * All labels asked for, or none: throws invalid_input with a problem for each fact that an SKU or the site lacks, at `items.<SKU>` or
 * `site.<fact>`, the first thousand of them.
 */
export async function getIndiaQcSkuLabels(
  input: Taken<Contract['indiaLabels']['getIndiaQcSkuLabels']>,
  context: CallContext,
): Promise<FileReply> {
  const asked = await checked(input, context)
  const labels = complete(asked)
  const total = printable(labels)
  if (total === 0) throw invalidInput(indiaLabelWords.empty)
  if (!input.preview)
    await context.command((tx) =>
      recordEvent(tx, context, {
        ...({ entity: 'labels', entityId: input.box ?? 'skus', event: 'labels.india_sku' } as const),
        details: { count: total, site: asked.site.site, month: asked.month },
      }),
    )
  // Loaded when needed: the libraries for labels would hold up every start.
  const { indiaSkuLabelsFile } = await import('../../documents/labels.ts')
  return { body: indiaSkuLabelsFile(labels, { resourcesDir: context.resources, form: labelForm(input) }) }
}

/** Labels of SKUs that are made at a site: of its country, and by its maker, wherever the style comes from otherwise. Throws as `getIndiaQcSkuLabels` does. */
export const labelsOfMaker = async (asked: Asked, context: CallContext): Promise<IndiaSkuLabel[]> =>
  complete(await checked(asked, context, 'IN'))

/** What would be printed, and what is missing for it. */
async function checked(input: Asked, context: CallContext, madeIn?: 'IN'): Promise<Checked> {
  const box = input.box === undefined ? null : await boxInIndia(context, input.box)
  const site = await siteOf(input, context, box)
  const copies = copiesOf(input, box)
  const goods = await goodsOf(context, [...copies.keys()])
  const labels = [...copies].map(([nm_sku, count]) => {
    const found = goods.get(nm_sku)
    if (!found) throw notFound('SKU {{nm_sku}} was not found.', { nm_sku })
    const label = madeIn === undefined ? found : { ...found, origin: madeIn }
    return { ...label, copies: count, missing: missingOfGoods(label) }
  })
  const missing_of_site = missingOfFacts(site.settings)
  const total = labels.reduce((sum, label) => sum + label.copies, 0)
  return {
    site: factsWire(site),
    month: input.month ?? dayIn(site.time_zone, new Date()).slice(0, 7),
    labels,
    total,
    missing_of_site,
    is_ready: total > 0 && missing_of_site.length === 0 && labels.every(({ missing }) => missing.length === 0),
  }
}

/** As they are printed. Throws invalid_input where one lacks anything. */
function complete({ labels, site: { site, settings }, month, missing_of_site }: Checked): IndiaSkuLabel[] {
  const { ofSite, ofSku } = indiaLabelWords
  const problems = [
    ...missing_of_site.map((fact) => ({ field: `site.${fact}`, message: ofSite[fact] })),
    ...labels.flatMap(({ nm_sku, missing }) =>
      missing.map((fact) => ({ field: `items.${nm_sku}`, message: ofSku[fact], values: { nm_sku } })),
    ),
  ]
  const message = missing_of_site.length > 0 ? indiaLabelWords.missingOfSite : indiaLabelWords.missing
  if (problems.length > 0) throw invalidInput(message, { values: { site }, fields: problems.slice(0, 1_000) })
  const [year, number] = month.split('-')
  return labels.map(({ nm_sku, style_id, style_name, color, color_zh, size, ean, mrp_minor, origin, copies }) => ({
    ...{ nmSku: nm_sku, styleCode: style_id, styleName: style_name, color, colorZh: color_zh, size, ean, copies },
    mrp: mrpText(mrp_minor ?? 0),
    netQuantity: settings.net_quantity,
    month: `${number}/${year}`,
    origin: countryName(origin ?? ''),
    isMade: isMadeInIndia(origin ?? ''),
    ...{ company: settings.company_name, address: settings.company_address, consumerCare: settings.consumer_care },
  }))
}

interface LabelledBox {
  site_id: string
  /** Pieces that are in it and were not rejected, by SKU. */
  pieces: ReadonlyMap<string, number>
}

/** Pieces that were rejected, or came to nothing, get no label for sale; those that were bought since get theirs. */
async function boxInIndia({ db, caller }: CallContext, ref: string): Promise<LabelledBox> {
  const [id] = await findBoxIds(db, caller, [ref])
  const { rows } = await rowsOf({ site_id: col.text, nm_sku: col.text, pieces: col.number })`
    SELECT q.site_id, k.nm_sku, (l.uncounted + l.to_inspect + l.on_hold + l.passed + l.shelved + l.ready + l.invoiced
      + l.shipped + l.purchased)::int AS pieces
    FROM qc_box q JOIN qc_line l ON l.box_id = q.box_id AND l.site_id = q.site_id JOIN sku k ON k.id = l.sku_id
    WHERE q.box_id = ${id ?? null}::uuid AND q.site_kind = 'india_qc' ORDER BY l.position`.execute(db)
  const [first] = rows
  if (!first) throw notFound(indiaLabelWords.notReceived, { code: ref })
  const pieces = new Map<string, number>()
  for (const row of rows) pieces.set(row.nm_sku, (pieces.get(row.nm_sku) ?? 0) + row.pieces)
  return { site_id: first.site_id, pieces }
}

function copiesOf({ items }: Asked, box: LabelledBox | null): Map<string, number> {
  const copies = new Map<string, number>()
  if (items === undefined) for (const [nmSku, pieces] of box?.pieces ?? []) if (pieces > 0) copies.set(nmSku, pieces)
  for (const { nm_sku, copies: count } of items ?? []) {
    if (box && !box.pieces.has(nm_sku)) throw notFound(indiaLabelWords.notInBox, { nm_sku })
    copies.set(nm_sku, (copies.get(nm_sku) ?? 0) + count)
  }
  return copies
}

/** The site that is named, the box's own, or the only QC site in India. */
async function siteOf({ site }: Asked, { db }: CallContext, box: LabelledBox | null) {
  const sites = await sitesWithFacts(db)
  if (site !== undefined) {
    const named = sites.find((one) => one.site === site)
    if (!named) throw notFound(indiaLabelWords.noSite, { site })
    return named
  }
  const own = box && sites.find(({ id }) => id === box.site_id)
  const qc = sites.filter(({ kind }) => kind === 'india_qc')
  const found = own ?? (qc.length === 1 ? qc[0] : undefined)
  if (!found)
    throw invalidInput(indiaLabelWords.whichSite, { fields: [{ field: 'site', message: indiaLabelWords.whichSite }] })
  return found
}

const plainGoods = checkedLabel.omit({ copies: true, missing: true })

/** What is known of these SKUs, by code. An SKU's own MRP goes before its style's. */
async function goodsOf({ db }: CallContext, nmSkus: readonly string[]) {
  const { rows } = await rowsOf(plainGoods)`
    SELECT k.nm_sku, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, k.color, k.color_zh, k.size,
      ${faceOfColour('k.style_id', 'k.color')} AS picture, k.ean, coalesce(k.mrp_minor, s.mrp_minor) AS mrp_minor, c.origin
    FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN style_customs c ON c.style_id = s.id
    WHERE k.nm_sku = ANY(${nmSkus}::text[])`.execute(db)
  return new Map(rows.map(({ ean, ...row }) => [row.nm_sku, { ...row, ean: eanOf(ean) }]))
}
