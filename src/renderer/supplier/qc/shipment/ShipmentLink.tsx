import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'

/** The number of a shipment, which leads to its page at QC: all of its boxes against their lots. */
export function ShipmentLink({ id }: { id: string }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  return (
    <button
      type="button"
      className="dt-link code"
      title={t('All boxes of this shipment')}
      onClick={(event) => {
        event.stopPropagation()
        const next = new URLSearchParams(params)
        for (const gone of ['box', 'view', 'bench']) next.delete(gone)
        next.set('shipment', id)
        setParams(next)
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {id}
    </button>
  )
}
