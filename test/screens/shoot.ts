import { Camera } from './camera.ts';
import { desk } from './desk.ts';
import { receiving } from './receiving.ts';
import { station } from './station.ts';

/** The screens of one area, gone through in one program. */
const areas: Readonly<Record<string, (open: typeof Camera.open) => Promise<void>>> = {
  desk,
  receiving,
  station,
};

/** Takes the pictures of every area, or of those named, and goes on after one that fails. Answers the exit code. */
export async function shootAll(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in areas));
  if (unknown.length > 0) {
    console.error(`no screens ${unknown.join(', ')}: there are ${Object.keys(areas).join(', ')}`);
    return 1;
  }
  await Camera.clear();
  const failed: string[] = [];
  for (const [name, shoot] of Object.entries(areas)) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      await shoot(Camera.open);
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
  }
  console.log(
    failed.length === 0 ? '\nPictures: out/screens/' : `\nnot all screens were reached: ${failed.join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
}
