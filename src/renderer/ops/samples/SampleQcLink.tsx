import { Link } from 'react-router-dom'
import { address } from '../../../shared/kernel/screens.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

/** To the sample where it is asked for, received, photographed and judged; for who may go there. */
export function SampleQcLink({ sampleId }: { sampleId: string }) {
  const { t } = useLocale()
  if (!useRight('sampleQc')) return null
  return <Link to={address('/supplier/sample-qc', { tab: 'all', sample: sampleId })}>{t('Open it in Sample QC')}</Link>
}
