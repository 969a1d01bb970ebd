import type { dataArea } from '../../../shared/areas/data/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { listVendors } from './vendors.ts'

export const dataServer: ServerArea<typeof dataArea> = {
  routes: {
    getVendors: listVendors,
    postVendors: listVendors,
  },
}
