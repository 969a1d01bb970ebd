import type { pipelineArea } from '../../../shared/areas/pipeline/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { tellAlerts } from './alerts.ts'
import { arrivalsFile, getArrivals } from './arrivals.ts'
import { getPipelineRows } from './behind.ts'
import { arrivalsCalendar, setArrivalsFeed } from './feed.ts'
import { getPipeline, getPipelineAges } from './figures.ts'
import { tidyPipeline } from './fold.ts'
import { getLate, lateFile } from './late.ts'
import { getWay } from './way.ts'

/** Where all pieces are, and what will be late. */
export const pipelineServer: ServerArea<typeof pipelineArea> = {
  routes: ({ rates }) => ({
    ...{ getPipeline, getPipelineAges, getPipelineRows, getLate, getArrivals, arrivalsFile, setArrivalsFeed, getWay },
    arrivalsCalendar: (input, { db }) => arrivalsCalendar(input, db, rates),
  }),
  exports: { exportLateGoods: lateFile },
  async removeOld(db, resources) {
    await tidyPipeline(db)
    await tellAlerts(db, resources)
  },
}
