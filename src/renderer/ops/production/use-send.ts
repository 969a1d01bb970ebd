import type { ProductionRow } from '../../../shared/areas/production/calls.ts'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { useLocale } from '../../table/words.ts'

/** Job cards are read in Hindi at the tables unless the reader works in Chinese or asks for English by printing again. */
export const cardLanguages = [
  ['hi', 'हिन्दी'],
  ['en', 'English'],
  ['zh', '中文'],
] as const

/** Sends orders into production and fetches their job cards. */
export function useSend() {
  const { t } = useLocale()
  const { download, isDownloading } = useDownload()
  const refresh = useRefresh()
  const call = contract.production.sendToProduction
  return {
    isSending: isDownloading,
    send: (
      rows: readonly Pick<ProductionRow, 'order_action_id' | 'version'>[],
      language: 'en' | 'hi' | 'zh' = 'hi',
    ) => {
      const input = { orders: rows.map(({ order_action_id, version }) => ({ order_action_id, version })), language }
      void download(fileCall(call, input), fileName(call, input), { done: t('Sent to production.') }).then(() =>
        refresh(['production', 'home']),
      )
    },
  }
}
