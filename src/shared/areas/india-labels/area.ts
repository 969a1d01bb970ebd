import { area } from '../../kernel/area.ts'
import { key } from '../../kernel/words.ts'
import { indiaLabelsCalls, indiaLabelsRights } from './calls.ts'
import { missingFacts, missingOfSku } from './rules.ts'

/** What the server says of labels for sale in India. */
export const indiaLabelWords = {
  missing: key('Nothing was printed: some facts are missing for these labels.'),
  missingOfSite: key(
    'Nothing was printed: site {{site}} does not say what its labels need. Operations or an admin set it under SKU dimensions, Settings.',
  ),
  ofSku: {
    mrp: key('{{nm_sku}}: the MRP is missing.'),
    origin: key('{{nm_sku}}: the country of origin is missing.'),
    color: key('{{nm_sku}}: the colour is missing.'),
    size: key('{{nm_sku}}: the size is missing.'),
  },
  ofSite: {
    company_name: key('The name of the importer or maker is missing.'),
    company_address: key('The address of the importer or maker is missing.'),
    consumer_care: key('The consumer care is missing.'),
    net_quantity: key('The net quantity is missing.'),
  },
  whichSite: key('Please name a site in India.'),
  noSite: key('Site {{site}} is no site in India.'),
  notReceived: key('Box {{code}} was not received in India.'),
  notInBox: key('SKU {{nm_sku}} is not in this box.'),
  empty: key('There are no pieces to print labels for.'),
  saved: key('Label settings saved.'),
  unchanged: key('The settings are as they were.'),
} as const

export const indiaLabelsArea = area({
  calls: indiaLabelsCalls,
  rights: indiaLabelsRights,
  entities: ['label_facts'],
  events: {
    'labels.india_sku': 'Labels for sale in India made',
    'labels.india_facts': 'Label settings of a site changed',
  },
  words: [
    ...Object.values(indiaLabelWords).flatMap((said) => (typeof said === 'string' ? [said] : Object.values(said))),
    ...Object.values(missingFacts),
    ...Object.values(missingOfSku),
  ],
})
