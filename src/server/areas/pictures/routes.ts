import type { picturesArea } from '../../../shared/areas/pictures/area.ts'
import { daysAgo } from '../../database/today.ts'
import type { ServerArea } from '../../http/area.ts'
import { picture, remove, restore, upload } from './pictures.ts'
import { pictureOwner, removeOldPictures } from './store.ts'
import { pictureStyles } from './styles.ts'

/** So long a picture that was taken off can be put back. */
const KEPT_DAYS = 30

export const picturesServer: ServerArea<typeof picturesArea> = {
  routes: { picture, styles: pictureStyles.page, upload, remove, restore },
  exports: { exportStylePictures: pictureStyles },
  fileOwners: [pictureOwner],
  tidyFiles: (db, files) => removeOldPictures(db, files, daysAgo(KEPT_DAYS)),
}
