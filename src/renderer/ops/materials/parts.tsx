import './materials.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { materialUnitWords } from '../../../shared/areas/materials/material.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { SearchChoices } from '../../kit/SearchChoices.tsx'
import { PhotoField } from '../../photos/PhotoField.tsx'
import { usePhotoUrl } from '../../photos/PhotoTile.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useLocale } from '../../table/words.ts'

interface MaterialChooserProps {
  /** Its code; empty while it is searched for. */
  chosen: string
  /** In the reader's language. */
  problem: string | null
  onChoose: (id: string) => void
}

const offered = 7

/** Which material, found by a part of its code or name; then shown with a way to another. */
export function MaterialChooser({ chosen, problem, onChoose }: MaterialChooserProps) {
  const { t, name } = useLocale()
  const say = useSay()
  const [search, setSearch] = useState('')
  const answer = useAnswer('materials.getAllMaterialIds', {})
  const all = answer.data?.materials ?? []
  const own = all.find(({ material_id }) => material_id === chosen)
  const label = t('Material')
  if (chosen !== '')
    return (
      <p className="material-chosen">
        <span>
          {label}: <strong className="code">{chosen}</strong>{' '}
          {own ? `${name(own.name, own.name_zh)} · ${t(materialUnitWords[own.unit])}` : null}
        </span>
        <Button size="small" text={t('Another…')} onClick={() => onChoose('')} />
        {problem === null ? null : (
          <span className="field-problem" role="alert">
            {problem}
          </span>
        )}
      </p>
    )
  const words = search.toLowerCase()
  const fits = all.filter((one) =>
    [one.material_id, one.name, one.name_zh].some((text) => text.toLowerCase().includes(words)),
  )
  return (
    <SearchChoices
      label={label}
      placeholder={t('Material, by code or name')}
      options={fits
        .slice(0, offered)
        .map((one) => ({ id: one.material_id, label: name(one.name, one.name_zh), code: one.material_id }))}
      chosen=""
      search={search}
      isLoaded={answer.data !== undefined}
      problem={answer.error ? say.problem(answer.error) : problem}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  )
}

/** What is known of a material in use; undefined while that is not known. */
export function useMaterial(id: string) {
  const all = useAnswer('materials.getAllMaterialIds', {}).data?.materials
  return all?.find(({ material_id }) => material_id === id)
}

/** Photographs of a swatch or a defect, to add to. */
export function MaterialPhotos(props: {
  /** The key of the draft that they belong to. */
  work: string
  /** In the reader's language. */
  label: string
  ids: readonly string[]
  max: number
  onIds: (ids: string[]) => void
}) {
  const { work, label, ids, max, onIds } = props
  return (
    <PhotoSourceContext value="material">
      <PhotoField
        value={ids}
        onChange={onIds}
        max={max}
        label={label}
        place={{ work, field: 'photos', what: label, by: 'materials.uploadRollPhoto' }}
      />
    </PhotoSourceContext>
  )
}

/** A swatch beside a line of words; a plain square of its place where there is none. */
export function Swatch({ id }: { id: string | null }) {
  return (
    <PhotoSourceContext value="material">
      <SwatchPicture id={id} />
    </PhotoSourceContext>
  )
}

function SwatchPicture({ id }: { id: string | null }) {
  const { url } = usePhotoUrl(id, 'thumbnail')
  return <span className="swatch">{url === null ? null : <img src={url} alt="" />}</span>
}
