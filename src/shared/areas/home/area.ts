import { z } from 'zod'
import { area, namesOf } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { figurePeriods, figureUnits } from '../../kernel/figure.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { screen } from '../../kernel/screens.ts'
import { instant } from '../../kernel/shapes.ts'
import { mostCounted, urgencies } from './lines.ts'

export const homeRights = rights({
  home: {
    group: 'Everywhere',
    label: 'See on one page what waits for them',
    roles: [
      ...(['admin', 'super_admin', 'vendor', 'internal_team', 'ops', 'ops_team'] as const),
      ...(['china_warehouse_team', 'india_qc_manager', 'india_qc_inward_wh'] as const),
      ...(['bm_team', 'bm_admin', 'cataloging_team', 'warehouse', 'retail_admin', 'cad'] as const),
    ],
  },
})

const allowed = rolesOf(homeRights)

export const homeCalls = {
  getHome: post('selvedge/home', {
    atStandby: true,
    summary: 'What waits for the caller, the most urgent first: how much, since when, and the list that shows it.',
    callers: allowed.home,
    forPeople: true,
    takes: z.object({}),
    gives: json(
      z.object({
        lines: z.array(
          z.object({
            id: z.string(),
            /** Its figure: English, and the keys of their translations. */
            title: z.string(),
            definition: z.string(),
            unit: z.enum(namesOf(figureUnits)),
            period: z.enum(namesOf(figurePeriods)),
            urgency: z.enum(urgencies),
            /** Counted no further than `mostCounted`. */
            count: z.int().min(0).max(mostCounted),
            /** Of the oldest; null where the list does not say, or where there is nothing. */
            since: instant.nullable(),
            path: z.string(),
          }),
        ),
      }),
    ),
  }),
}

export const homeArea = area({
  calls: homeCalls,
  rights: homeRights,
  screens: [screen('start', '/supplier/home', 'Home', 'home', homeRights.home)],
  words: [...Object.values(figureUnits), ...Object.values(figurePeriods)],
})
