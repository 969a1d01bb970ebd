import { auth } from './auth.ts'
import { china } from './china.ts'
import { chinaQc } from './china-qc.ts'
import { house } from './house.ts'
import { ops } from './ops.ts'
import { other } from './other.ts'
import { qcShared } from './qc-shared.ts'
import { users } from './users.ts'
import { vendor } from './vendor.ts'
import { vendorRetool } from './vendor-retool.ts'
import { vendors } from './vendors.ts'

/** The whole map of the API: area by area, every call once. */
export const contract = { auth, vendorRetool, ops, vendor, vendors, users, chinaQc, qcShared, china, other, house }

export type Contract = typeof contract
