import type { launchArea } from '../../../shared/areas/launch/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { launchQuery, sampleBulkProductLaunchFile } from './launches.ts'
import { ingestVendorSplitFile, splitSample } from './split-file.ts'
import { uploadBulkProductLaunchFile } from './upload-launch.ts'

/** What vendors offer, and how much of it each makes. */
export const launchServer: ServerArea<typeof launchArea> = {
  routes: {
    ...{ sampleBulkProductLaunchFile, uploadBulkProductLaunchFile, ingestVendorSplitFile, splitSample },
    getLaunches: launchQuery.page,
  },
  exports: { exportLaunches: launchQuery },
}
