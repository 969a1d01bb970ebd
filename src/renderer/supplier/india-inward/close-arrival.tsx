import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'
import type { Consignment } from '../receiving/consignments.ts'

/** Closes an export order's arrival, after saying how many boxes become short; or opens it again. */
export function useCloseArrival() {
  const { t } = useTranslation()
  const { plural } = useLocale()
  return useAskedAction(
    async ({ of, reason }: { of: Consignment; reason: string }, options) => {
      const { origin, number, closed_at, expected, scanned } = of
      const named = { origin, number, remark: reason }
      const { data } = await (closed_at === null
        ? api.indiaReceiving.closeArrival({ ...named, action: 'close', to_come: expected - scanned }, options)
        : api.indiaReceiving.closeArrival({ ...named, action: 'reopen' }, options))
      return data
    },
    {
      done: ({ consignment: { number, closed_at } }) =>
        closed_at === null
          ? t('The arrival of {{number}} is open again', { number })
          : t('The arrival of {{number}} is closed', { number }),
      refresh: ['indiaReceiving'],
      ask: ({ of: { number, closed_at, expected, scanned } }: { of: Consignment }) =>
        closed_at === null
          ? {
              draft: `close-arrival.${number}`,
              title: t('Close the arrival of {{number}}?', { number }),
              text: plural(
                expected - scanned,
                '1 box did not come: it becomes a short box. If it comes later, one scan receives it all the same.',
                '{{n}} boxes did not come: they become short boxes. If they come later, one scan each receives them all the same.',
              ),
              confirm: t('Close the arrival'),
              usual: [key('The truck is unloaded'), key('The carrier says that nothing else comes')],
            }
          : {
              title: t('Open the arrival of {{number}} again?', { number }),
              text: t('Its boxes are on their way again. What was said of short boxes stays.'),
              confirm: t('Open it again'),
            },
    },
  )
}
