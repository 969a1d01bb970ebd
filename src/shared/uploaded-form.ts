import type { UploadedForm } from './bridge.ts'

/** The form of an upload. Fields go before the file: the server streams the form and must know them first. */
export function uploadedFormData({ fields, fileName, bytes }: UploadedForm): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName)
  return form
}
