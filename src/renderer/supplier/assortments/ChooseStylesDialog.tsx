import { Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import type { AssortedStyle } from '../../../shared/areas/assortments/area.ts'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { problemOf, useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import { Callout, LoadingRows, Money } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { SearchFilter } from '../../table/SearchFilter.tsx'
import { useLocale } from '../../table/words.ts'

/** Styles that wait for their assortment, as pictures; one press adds one, the dialog stays for the next. */
export function ChooseStylesDialog({
  taken,
  onChoose,
  ...turn
}: DialogTurn & { taken: readonly string[]; onChoose: (chosen: AssortedStyle) => void }) {
  const { t, name, plural } = useLocale()
  const say = useSay()
  const [search, setSearch] = useState('')
  const [isByRank, setByRank] = useState(false)
  const [added, setAdded] = useState<readonly string[]>([])
  const answer = useAnswer('catalogue.getVendorCatalogues', {
    ...{ tab: 'Pending for Assortment Selection', page_size: 200 },
    ...(isByRank && { sort: 'survey' as const, descending: false }),
    ...(search && { search }),
  })
  const sets = useAnswer('assortments.sizeSets', {}).data?.sets ?? []
  const rows = (answer.data?.rows ?? []).filter(({ catalogue_id: id }) => !taken.includes(id) && !added.includes(id))
  const add = (style: CatalogueRow) => {
    const sizes = sets.find(({ code }) => code === style.size_set)?.sizes ?? []
    setAdded((now) => [...now, style.catalogue_id])
    onChoose({
      ...{ style, colors: [], sizes },
      ratio: Object.fromEntries(sizes.map(({ size, pieces_in_set }) => [size, pieces_in_set])),
    })
  }
  return (
    <Modal {...turn} title={t('Add styles')} width={820}>
      <DialogParts
        onCancel={turn.onClose}
        cancel={
          added.length === 0 ? t('Close') : plural(added.length, 'Done: 1 style added', 'Done: {{n}} styles added')
        }
      >
        <div className="assortment-search">
          <SearchFilter value={search} placeholder={t('Style, vendor’s style or name')} onChange={setSearch} />
          <Checkbox
            inline
            label={t('Best of the survey first')}
            checked={isByRank}
            onChange={() => setByRank(!isByRank)}
          />
        </div>
        {answer.error ? <Callout tone="bad">{say.problem(problemOf(answer.error))}</Callout> : null}
        {answer.data === undefined && !answer.error ? <LoadingRows rows={4} /> : null}
        {answer.data !== undefined && rows.length === 0 ? (
          <p className="muted">{t('No other style waits for its assortment.')}</p>
        ) : null}
        <div className="assortment-choices">
          {rows.map((style) => (
            <button key={style.catalogue_id} type="button" className="assortment-choice" onClick={() => add(style)}>
              <StylePicture
                of={{
                  ...{ picture: style.picture, style_id: style.catalogue_id },
                  ...{ style_name: style.name, style_name_zh: style.name_zh },
                }}
                size="tile"
              />
              <span>{name(style.name, style.name_zh)}</span>
              <span className="muted">
                {t(style.category)} {style.price ? <Money value={style.price} /> : null}
              </span>
              <SurveyBadge of={style.survey} />
            </button>
          ))}
        </div>
      </DialogParts>
    </Modal>
  )
}
