import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { samplesCalls, samplesRights } from './calls.ts'
import { sampleFigures } from './figures.ts'
import { samples } from './lists.ts'
import { sampleStateWords, sampleWords } from './rounds.ts'

const { sampleShipping, sampleQc } = samplesRights
const at = '/supplier/sample-shipping-platform'

export const samplesArea = area({
  calls: samplesCalls,
  rights: samplesRights,
  figures: sampleFigures,
  screens: [
    screen('catalogue', at, 'Sample Shipping Platform', 'airplane', sampleShipping),
    screen('catalogue', '/supplier/sample-qc', 'Sample QC', 'lab-test', sampleQc),
  ],
  lists: { samples: sampleShipping },
  exports: {
    exportSamples: listFile('samples', samples, {
      summary: 'Samples, as seen.',
      callers: sampleShipping.roles,
      takes: notPaged(samplesCalls.getSamples),
    }),
  },
  notices: {
    sample_requested: notice('attention', {
      to: toVendor(sampleShipping, 'Open samples'),
      label: 'Samples asked for',
      one: ['Sample {{sample}} of {{catalogue_id}} is to be sent by {{due_on}}.', `${at}?tab=to_send`],
      many: ['{{count}} samples are to be sent.', `${at}?tab=to_send`],
    }),
  },
  entities: ['catalogue_sample'],
  feed: { catalogue_sample: sampleQc },
  events: {
    'sample.requested': 'Sample requested',
    'sample.sent': 'Sample sent',
    'sample.received': 'Sample received',
    'sample.measured': 'Sample measured',
    'sample.described': 'Sample weighed or described',
    'sample.passed': 'Sample passed',
    'sample.failed': 'Sample failed',
    'sample.taken_back': 'Verdict on the sample taken back',
    'sample.called_off': 'Sample called off with its style',
    'sample.taken_up': 'Sample taken up again with its style',
  },
  statuses: { ...statusTones() },
  words: [...Object.values(sampleWords), ...Object.values(sampleStateWords)],
})

function statusTones() {
  return {
    Planned: 'neutral',
    'Asked for': 'warn',
    'Sent off': 'active',
    Received: 'active',
    Measured: 'active',
    Passed: 'good',
    'Not passed': 'bad',
    'Called off': 'neutral',
  } as const
}
