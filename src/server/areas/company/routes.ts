import type { companyArea } from '../../../shared/areas/company/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { getCompanyFacts, saveCompanyFacts } from './facts.ts'
import { dismissFirstDay, getFirstDay, noteFirstDayDone } from './first-day.ts'
import { getVendorProfile, saveVendorProfile } from './vendor-profile.ts'

/** What the company is and how it begins. */
export const companyServer: ServerArea<typeof companyArea> = {
  routes: {
    ...{ getFirstDay, dismissFirstDay },
    ...{ getCompanyFacts, saveCompanyFacts },
    ...{ getVendorProfile, saveVendorProfile },
  },
  removeOld: noteFirstDayDone,
}
