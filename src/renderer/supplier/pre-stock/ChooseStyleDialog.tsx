import { useState } from 'react'
import { problemOf, useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { SearchChoices } from '../../kit/SearchChoices.tsx'
import { useLocale } from '../../table/words.ts'

/** Which style is listed: those with most pieces to promise stand first. */
export function ChooseStyleDialog({
  supplierId,
  onChoose,
  ...turn
}: DialogTurn & { supplierId: string; onChoose: (styleId: string) => void }) {
  const { t, name, number } = useLocale()
  const say = useSay()
  const [search, setSearch] = useState('')
  const answer = useAnswer('preStock.preStockStyles', { search, ...(supplierId && { supplier_id: supplierId }) })
  const styles = answer.data?.styles ?? []
  return (
    <Modal {...turn} title={t('List a style before its pieces arrive')} width={560}>
      <div className="bp6-dialog-body">
        <SearchChoices
          label={t('Styles')}
          placeholder={t('Style or SKU')}
          options={styles.map((style) => ({
            id: style.style_id,
            label: `${style.style_id} · ${name(style.style_name, style.style_name_zh)}`,
            code: t('{{n}} pcs to promise', { n: number(style.room) }),
          }))}
          chosen=""
          search={search}
          isLoaded={answer.data !== undefined}
          problem={answer.error ? say.problem(problemOf(answer.error)) : null}
          onSearch={setSearch}
          onChoose={(id) => {
            turn.onClose()
            onChoose(id)
          }}
        />
      </div>
    </Modal>
  )
}
