import { sql } from 'kysely'
import type { catalogueArea } from '../../../shared/areas/catalogue/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { addNote, getStyleDetails } from './details.ts'
import { downloadVendorCatalogueFile } from './file.ts'
import { addPicture, removePicture } from './pictures.ts'
import { catalogueQuery, getVendorCatalogues } from './styles.ts'
import { updateVendorAttributesFromUi, updateVendorCatalogue } from './update.ts'

/** Styles that vendors offer, from a picture to the website. */
export const catalogueServer: ServerArea<typeof catalogueArea> = {
  routes: {
    ...{ getVendorCatalogues, downloadVendorCatalogueFile, updateVendorCatalogue, updateVendorAttributesFromUi },
    ...{ getStyleDetails, addNote, addPicture, removePicture },
  },
  feeds: {
    catalogue_style: (vendorId) => sql`EXISTS (SELECT 1 FROM catalogue_style c
      WHERE c.code = e.entity_id AND c.vendor_id = ${vendorId}::uuid)`,
  },
  exports: { exportCatalogue: catalogueQuery },
}
