import type { dataCalls } from '../../../shared/areas/data/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { listVendors } from './vendors.ts'

export const dataRoutes: Handlers<typeof dataCalls> = {
  getVendors: listVendors,
  postVendors: listVendors,
}
