import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const tradeParties: Handlers<Contract['house']>['tradeParties'] = async () => {
  throw new Error('tradeParties is not built')
}

export const saveTradeParty: Handlers<Contract['house']>['saveTradeParty'] = async () => {
  throw new Error('saveTradeParty is not built')
}
