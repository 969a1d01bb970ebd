import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useLocale } from '../../table/words.ts'

/** The workbook of assortments is a job: it comes with a notice, and is taken from the list of jobs. */
export function useExport() {
  const { t } = useLocale()
  const { language } = useTranslation().i18n
  return useAction(
    (assortment_ids: readonly string[], options) =>
      api.assortments.createExportAssortmentsJob({ assortment_ids: [...assortment_ids], language }, options),
    { done: () => t('The workbook is being made. You are told when it is ready.'), refresh: ['frame'] },
  )
}
