import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { attributeChoices, catalogueTypes, missingLabels, vendorStatuses } from './attributes.ts'
import { catalogueCalls } from './calls.ts'
import { usualCategories } from './categories.ts'
import { catalogueFigures } from './figures.ts'
import { catalogueStyles } from './lists.ts'
import { catalogueRights } from './rights.ts'
import { catalogueStatuses } from './statuses.ts'
import { catalogueWords } from './words.ts'

const { catalogue, indiaCatalogue } = catalogueRights

export const catalogueArea = area({
  calls: catalogueCalls,
  rights: catalogueRights,
  figures: catalogueFigures,
  screens: [
    screen('catalogue', '/supplier/catalogue-management', 'Catalogue Management', 'grid-view', catalogue),
    screen('catalogue', '/ops/india-catalogue-management', 'India Catalogue Management', 'grid-view', indiaCatalogue),
  ],
  lists: { catalogue },
  exports: {
    exportCatalogue: listFile('catalogue', catalogueStyles, {
      summary: 'Styles that vendors offer, as seen.',
      callers: catalogue.roles,
      takes: notPaged(catalogueCalls.getVendorCatalogues),
    }),
  },
  entities: ['catalogue_style'],
  feed: { catalogue_style: catalogue },
  events: {
    'catalogue.offered': 'Offered',
    'catalogue.moved': 'Moved in the catalogue',
    'catalogue.taken_back': 'Taken one step back',
    'catalogue.changed': 'Catalogue style changed',
    'catalogue.live': 'Went live on the website',
    'catalogue.noted': 'Said of a style',
    'catalogue.picture_added': 'Picture added',
    'catalogue.picture_removed': 'Picture removed',
  },
  statuses: {
    'New Styles': 'active',
    'Selected for Sample QC': 'active',
    'Info to be added': 'warn',
    'Additional Details Pending': 'warn',
    'Sample QC Done': 'active',
    'Sample QC Completed': 'active',
    'Pending for Assortment Selection': 'active',
    'Assortment Passed': 'good',
    'Buyer Review Pending': 'active',
    'Live on Website': 'good',
    'Design Rejected': 'bad',
    'Assortment Failed': 'bad',
    'Review Pending': 'warn',
    'Sample OOS': 'warn',
    'Vendor Delisted': 'neutral',
    'Being looked at': 'active',
    'Sample wanted': 'warn',
    'Details wanted': 'warn',
    Accepted: 'good',
    'On the website': 'good',
    'Not taken': 'bad',
    'Taken back': 'neutral',
  },
  words: [
    ...Object.values(catalogueWords),
    ...Object.values(missingLabels),
    ...Object.values(attributeChoices).flat(),
    ...usualCategories,
    ...catalogueTypes,
    ...catalogueStatuses,
    ...vendorStatuses,
  ],
})
