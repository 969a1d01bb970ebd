import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { developmentCalls } from './calls.ts'
import { changeWords, costingWords, costKindWords } from './cost.ts'
import { developmentFigures } from './figures.ts'
import { mappingWords } from './from-mapping.ts'
import { sampleDevelopment } from './lists.ts'
import { measureWords, oddWords } from './measures.ts'
import { missingWords, orderWords } from './pre-production.ts'
import { developmentRights } from './rights.ts'
import { makingWords, packParts, packStates, packTexts, packWords } from './tech-pack.ts'

const specs = '/supplier/garment-specs'

/** Samples from the tape to production: final measurements, costing, tech packs, pre-production orders. */
export const sampleDevelopmentArea = area({
  calls: developmentCalls,
  figures: developmentFigures,
  rights: developmentRights,
  screens: [
    screen(
      'catalogue',
      '/ops/final-measurements',
      'Final measurements',
      'one-to-one',
      developmentRights.finalMeasurements,
    ),
    screen('catalogue', '/ops/sample-costing', 'Sample costing', 'calculator', developmentRights.sampleCosting),
  ],
  lists: { 'sample-development': developmentRights.finalMeasurements },
  exports: {
    exportSampleDevelopment: listFile('sample-development', sampleDevelopment, {
      summary: 'Samples on their way to production, as seen.',
      callers: developmentRights.finalMeasurements.roles,
      takes: notPaged(developmentCalls.getSampleDevelopments),
    }),
  },
  notices: {
    tech_pack_sent: notice('attention', {
      to: toVendor(developmentRights.sampleSheets, 'Open the style'),
      label: 'Tech packs sent',
      one: ['Tech pack {{number}} of {{catalogue_id}} was sent to you.', `${specs}?style={{catalogue_id}}`],
      many: ['{{count}} tech packs were sent to you.', specs],
    }),
  },
  entities: ['tech_pack', 'pre_production_order'],
  feed: { tech_pack: developmentRights.sampleSheets, pre_production_order: developmentRights.finalMeasurements },
  traces: {
    catalogue_sample: { place: 15, one: 'Sample', many: 'Samples' },
    tech_pack: { place: 13, one: 'Tech pack', many: 'Tech packs' },
  },
  facts: { sample: 'Sample no.', round: 'Round' },
  events: {
    'sample.positions': 'Points of measure put in order',
    'sample.costed': 'Sample costed',
    'tech_pack.written': { word: 'Tech pack written', isInternal: true },
    'tech_pack.sent': 'Tech pack sent',
    'pre_production.made': 'Pre-production order made',
  },
  words: [
    ...Object.values(costingWords),
    ...Object.values(costKindWords),
    ...Object.values(mappingWords),
    ...Object.values(changeWords).map(({ label }) => label),
    ...Object.values(measureWords),
    ...Object.values(oddWords),
    ...Object.values(packWords),
    ...Object.values(packParts),
    ...Object.values(packStates),
    ...Object.values(packTexts),
    ...Object.values(makingWords),
    ...Object.values(missingWords),
    ...Object.values(orderWords),
  ],
})
