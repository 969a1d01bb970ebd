/** A file with the folders that it came in before its name. */
export interface NamedFile {
  file: File
  name: string
}

/** Files in all; more is a folder dropped by mistake. */
const MOST_FILES = 5_000

/** The files of a drop, with those of its folders and the folders in them. Must be called while the drop is being handled. */
export async function filesOfDrop(data: DataTransfer): Promise<NamedFile[]> {
  // The browser forgets the items once the handler has returned: all of them are asked first.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = [...data.files].map((file) => ({ file, name: file.name }))
  if (entries.length === 0) return plain
  const found: NamedFile[] = []
  for (const entry of entries) await collect(entry, '', found)
  return found
}

async function collect(entry: FileSystemEntry, folder: string, found: NamedFile[]): Promise<void> {
  if (found.length >= MOST_FILES) return
  const name = `${folder}${entry.name}`
  if (entry.isFile) {
    // One that went away meanwhile, or may not be read, is listed as what it is: no picture.
    const unread = () => new File([], entry.name)
    const file = await new Promise<File>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(unread())),
    )
    found.push({ file, name })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A folder is read a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (some.length === 0) return
    for (const one of some) await collect(one, `${name}/`, found)
  }
}

/** Of a chooser, which names the folder that was chosen. */
export function filesOfInput(files: FileList | null): NamedFile[] {
  return [...(files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name }))
}

/** Files that no person means: what systems leave in folders. */
export const isLitter = (name: string): boolean => /(^|[\\/])(\.[^\\/]*|thumbs\.db|desktop\.ini)$/i.test(name)
