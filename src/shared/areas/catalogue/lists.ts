import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { attributeChoices, attributeLabels, catalogueTypes, missingLabels, vendorStatuses } from './attributes.ts'
import type { CatalogueRow } from './calls.ts'
import { catalogueStatuses } from './statuses.ts'

const f = fields<CatalogueRow>()

const yesNo = { width: 84, hidden: true, words: [key('Yes'), key('No')] }
const saidOf = (value: boolean | null) => (value === null ? null : value ? 'Yes' : 'No')
const hidden = { width: 120, hidden: true }

/** Styles that vendors offer. */
export const catalogueStyles = list({
  name: 'catalogue',
  rowId: (row) => row.catalogue_id,
  file: 'catalogue',
  fields: [
    f.code('catalogue_id', key('Catalogue no.'), (row) => row.catalogue_id, {
      ...{ width: 150, pinned: true, sort: 'number' },
    }),
    f.text('style', key('Style'), (row, { name }) => name(row.name, row.name_zh), { width: 200, grows: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 160 }),
    f.code('vendor_style', key('Vendor’s style no.'), (row) => row.vendor_style, { width: 130 }),
    f.word('category', key('Category'), (row) => row.category, { width: 110 }),
    f.word('catalogue_type', key('Catalogue type'), (row) => row.catalogue_type, { width: 110, words: catalogueTypes }),
    f.word('status', key('Status'), (row) => row.status ?? row.vendor_status, {
      width: 180,
      words: [...catalogueStatuses, ...vendorStatuses],
    }),
    f.instant('status_since', key('Since'), (row) => row.status_since, { width: 140 }),
    f.text('survey', key('Survey rank'), ({ survey }) => survey && `${survey.rank}/${survey.of}`, {
      ...{ width: 84, sort: 'survey', shownFrom: 1280 },
    }),
    f.number('survey_mean', key('Mean of the survey'), ({ survey }) => survey?.mean ?? null, { ...hidden, digits: 2 }),
    f.money('price', key('Price'), (row) => row.price, { width: 96 }),
    f.words('missing', key('Lacks'), (row) => row.missing.map((one) => missingLabels[one]), {
      width: 200,
      shownFrom: 1440,
      words: Object.values(missingLabels),
    }),
    f.text(
      'colors',
      key('Colours'),
      (row, { name }) => row.colors.map((one) => name(one.color, one.color_zh)).join(', '),
      {
        width: 160,
        shownFrom: 1680,
      },
    ),
    f.word('fabric_type', attributeLabels.fabric_type, (row) => row.fabric_type, hidden),
    f.text('fabric_composition', attributeLabels.fabric_composition, (row) => row.fabric_composition, hidden),
    f.word('padded', attributeLabels.padded, (row) => saidOf(row.padded), yesNo),
    f.word('push_up', attributeLabels.push_up, (row) => saidOf(row.push_up), yesNo),
    f.word('wiring', attributeLabels.wiring, (row) => row.wiring, { ...hidden, words: attributeChoices.wiring }),
    f.word('transparency', attributeLabels.transparency, (row) => row.transparency, {
      ...hidden,
      words: attributeChoices.transparency,
    }),
    f.word('pilling', attributeLabels.pilling, (row) => row.pilling, { ...hidden, words: attributeChoices.pilling }),
    f.word('stretchability', attributeLabels.stretchability, (row) => row.stretchability, {
      ...hidden,
      words: attributeChoices.stretchability,
    }),
    f.text('size_set', key('Size set'), (row) => row.size_set, hidden),
    f.code('hs_code', key('HS code'), (row) => row.hs_code, hidden),
    f.count('pieces_per_month', key('Pieces a month'), (row) => row.pieces_per_month, hidden),
    f.text('link_1688', key('1688 link'), (row) => row.link_1688, hidden),
    f.text('buyer_remarks', key('Buyer remarks'), (row) => row.buyer_remarks, hidden),
    f.text('last_remark', key('Last remark'), (row) => row.last_remark, { width: 180, hidden: true }),
    f.text('last_moved_by', key('Moved by'), (row) => row.last_moved_by, hidden),
    f.code('style_id', key('Style ID'), (row) => row.style_id, hidden),
    f.instant('created_at', key('Offered on'), (row) => row.created_at, { width: 140, hidden: true }),
  ],
})
