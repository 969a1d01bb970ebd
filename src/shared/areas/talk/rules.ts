import { eitherOf } from '../../kernel/rights.ts'
import type { Role } from '../../kernel/roles.ts'
import { address } from '../../kernel/screens.ts'
import { key } from '../../kernel/words.ts'
import { facilityRights } from '../facilities/rights.ts'
import { indiaQcRights } from '../india-qc/rights.ts'
import { ordersRights } from '../orders/rights.ts'
import { orderScreens } from '../production/lacking.ts'
import { productionRights } from '../production/rights.ts'
import { qcBoxesRights } from '../qc-boxes/rights.ts'

/** What people talk about. */
export const talkKinds = ['order', 'shipment', 'box', 'style', 'production_order', 'facility_job'] as const
export type TalkKind = (typeof talkKinds)[number]

export const talkLimits = { text: 2_000, mentions: 20, page: 50, people: 8, takeBackMs: 60_000, photos: 6 } as const

const desk = ordersRights.vendorDesk.roles

/** Who opens things of each kind; of those, sites and vendors narrow further what a person sees. */
export const talkRoles = {
  order: desk,
  shipment: desk,
  style: desk,
  production_order: productionRights.seeProduction.roles,
  /** A production order at a facility, named `PR-000001@NOI1`: its people and the company, not those of other facilities. */
  facility_job: facilityRights.workFacility.roles,
  boxInChina: eitherOf(['vendor'], qcBoxesRights.chinaQc.roles),
  boxInIndia: indiaQcRights.indiaReceive.roles,
} as const satisfies Record<string, readonly Role[]>

/** Where somebody of this role reads the thread of a thing. A style's stands in the drawers of its orders. */
export function talkPlace(kind: TalkKind, code: string, role: Role): string {
  const view = 'talk'
  if (kind === 'order') return address('/supplier/my-orders', { tab: 'all', order: code, view })
  if (kind === 'shipment') return address('/supplier/shipment-management', { tab: 'all', shipment: code, view })
  if (kind === 'production_order') return address(orderScreens.IN_HOUSE, { order: code, part: view })
  if (kind === 'facility_job') return address('/supply-management/production', { tab: 'all', job: code, part: view })
  if (kind === 'style') return address('/supplier/my-orders', { tab: 'all', search: code })
  if (role === 'vendor') return address('/supplier/qc-results', { box: code, view })
  const isIndia = role === 'india_qc_manager' || role === 'india_qc_inward_wh'
  return address(isIndia ? '/supplier/qc-platform-india' : '/supplier/qc-platform', { tab: 'all', box: code, view })
}

/** As it is stored: lines end as everywhere, and nothing unseen turns the words around or hides in them. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
}

export const talkWords = {
  notThere: key('Nobody can talk about {{code}} here: it was not found.'),
  strangers: key('Somebody named in the message may not see it.'),
  houseOnly: key('Only people of the company write what no vendor sees.'),
  noMessage: key('This message was not found.'),
  tooLate: key('A message can be taken back within a minute.'),
  empty: key('Write something first.'),
  noPhotos: key('Photos go with messages about production at a facility only.'),
  noPhoto: key('This photo is not there.'),
  said: key('Sent.'),
  takenBack: key('Taken back.'),
} as const
