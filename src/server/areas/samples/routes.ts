import { sql } from 'kysely'
import type { samplesArea } from '../../../shared/areas/samples/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadReviewImage } from '../photos/images.ts'
import { describeSample, samplePhoto } from './describe.ts'
import { downloadSampleFile, uploadSampleQcMetadata } from './metadata.ts'
import { getSample, getSamples, sampleQuery } from './samples.ts'
import { moveSample, requestSamples, sendSample } from './set-sample.ts'
import { uploadSampleTracking } from './tracking.ts'

/** Samples of styles that vendors offer, round by round. */
export const samplesServer: ServerArea<typeof samplesArea> = {
  routes: {
    ...{ getSamples, getSample, requestSamples, sendSample, moveSample },
    ...{ describeSample, uploadSamplePhoto: uploadReviewImage, samplePhoto },
    ...{ downloadSampleFile, uploadSampleQcMetadata, uploadSampleTracking },
  },
  // What came of a sample is not its vendor's to follow.
  feeds: { catalogue_sample: () => sql`false` },
  exports: { exportSamples: sampleQuery },
}
