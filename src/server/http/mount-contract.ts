import type { FastifyInstance } from 'fastify'
import { contract } from '../../shared/contract/index.ts'
import { jobsRoutes } from '../jobs/own-jobs.ts'
import { barcodeLabels, getLabelFile } from '../labels/barcode-labels.ts'
import { recordReprint } from '../labels/reprints.ts'
import { testPage } from '../labels/test-page.ts'
import { languagesRoutes } from '../languages/routes.ts'
import { exportJobRoutes } from '../lists/export-jobs.ts'
import { listsRoutes } from '../lists/routes.ts'
import { noticesRoutes } from '../notices/routes.ts'
import { opsRoutes } from '../ops/routes.ts'
import { trackUserActions } from '../other/track-user-actions.ts'
import { authRoutes, housePeopleRoutes, usersRoutes } from '../people/routes.ts'
import { chinaQcRoutes, chinaRoutes, houseQcRoutes, qcSharedRoutes } from '../qc/routes.ts'
import { traceRoutes } from '../trace/routes.ts'
import { getCorrectedWorkbook } from '../vendor/refused-files.ts'
import { vendorRetoolRoutes, vendorRoutes, vendorsRoutes } from '../vendor/routes.ts'
import type { Context } from './context.ts'
import { mount } from './mount.ts'

/** Every area of the contract with its handlers. */
export function mountContract(app: FastifyInstance, context: Context): void {
  mount(app, 'auth', contract.auth, authRoutes(context), context)
  mount(app, 'users', contract.users, usersRoutes(context), context)
  mount(app, 'ops', contract.ops, opsRoutes, context)
  mount(app, 'vendor', contract.vendor, vendorRoutes, context)
  mount(app, 'vendorRetool', contract.vendorRetool, vendorRetoolRoutes, context)
  mount(app, 'vendors', contract.vendors, vendorsRoutes, context)
  mount(app, 'other', contract.other, { barcodeLabels, trackUserActions }, context)
  mount(app, 'chinaQc', contract.chinaQc, chinaQcRoutes, context)
  mount(app, 'qcShared', contract.qcShared, qcSharedRoutes, context)
  mount(app, 'china', contract.china, chinaRoutes, context)
  const house = {
    ...housePeopleRoutes(context),
    ...listsRoutes,
    ...noticesRoutes(context),
    ...jobsRoutes(context),
    ...exportJobRoutes,
    ...traceRoutes,
    ...languagesRoutes,
    ...houseQcRoutes,
    getCorrectedWorkbook,
    getLabelFile,
    testPage,
    recordReprint,
  }
  mount(app, 'house', contract.house, house, context)
}
