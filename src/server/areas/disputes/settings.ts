import type { DisputeSettings } from '../../../shared/areas/disputes/calls.ts'
import { disputeSettingNames, disputeWords } from '../../../shared/areas/disputes/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { type Handlers, reply } from '../../http/call.ts'

type Routes = Handlers<Contract['disputes']>

const group = settingGroup({
  prefix: 'disputes',
  rows: ['dispute_answer_days', 'dispute_open_days'],
  fields: disputeSettingNames,
  shown: ({ dispute_answer_days, dispute_open_days }): DisputeSettings => ({
    open_days: dispute_open_days,
    answer_days: dispute_answer_days,
  }),
  kept: ({ open_days, answer_days }) => ({ dispute_answer_days: answer_days, dispute_open_days: open_days }),
})

export const disputeSettings: Routes['disputeSettings'] = async (_, { db }) => reply(await loadGroup(db, group))

export const saveDisputeSettings: Routes['saveDisputeSettings'] = (input, context) =>
  context.command((tx) => saveGroup(tx, context, group, input, disputeWords.saved))
