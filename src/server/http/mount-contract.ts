import type { FastifyInstance } from 'fastify'
import { contract } from '../../shared/contract/index.ts'
import { barcodeLabels, getLabelFile } from '../labels/barcode-labels.ts'
import { opsRoutes } from '../ops/routes.ts'
import { trackUserActions } from '../other/track-user-actions.ts'
import { authRoutes, sessionRoutes, usersRoutes } from '../people/routes.ts'
import { getCorrectedWorkbook } from '../vendor/refused-files.ts'
import { vendorRetoolRoutes, vendorRoutes, vendorsRoutes } from '../vendor/routes.ts'
import type { Context } from './context.ts'
import { mount } from './mount.ts'

/** Every area of the contract with its handlers. */
export function mountContract(app: FastifyInstance, context: Context): void {
  mount(app, 'auth', contract.auth, authRoutes(context.sessions, context.limits), context)
  mount(app, 'users', contract.users, usersRoutes, context)
  mount(app, 'ops', contract.ops, opsRoutes, context)
  mount(app, 'vendor', contract.vendor, vendorRoutes, context)
  mount(app, 'vendorRetool', contract.vendorRetool, vendorRetoolRoutes, context)
  mount(app, 'vendors', contract.vendors, vendorsRoutes, context)
  mount(app, 'other', contract.other, { barcodeLabels, trackUserActions }, context)
  const house = { ...sessionRoutes(context.sessions), getCorrectedWorkbook, getLabelFile }
  mount(app, 'house', contract.house, house, context)
}
