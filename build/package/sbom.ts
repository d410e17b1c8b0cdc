import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { notedFiles } from './contents.ts';
import type { Ingredient } from './ingredients.ts';
import type { Origin } from './module-notes.ts';
import { names } from './names.ts';
import type { ReadBack } from './read-back.ts';

const purlOf = ({ name, version }: Omit<Origin, 'folder'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** The property of a component that names a file of the archive it is in. */
const fileProperty = 'carrel:file';

function componentOf(one: Ingredient): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Library, one.name, {
    version: one.version,
    bomRef: purlOf(one),
    purl: purlOf(one),
    licenses: new Models.LicenseRepository([new Models.LicenseExpression(one.license)]),
    properties: new Models.PropertyRepository(
      one.files.map((file) => new Models.Property(fileProperty, file)),
    ),
  });
  return component;
}

/** The SBOM (CycloneDX 1.6, JSON): the same text from the same commit. `seconds`: the commit's time. */
export function sbomOf(
  ingredients: readonly Ingredient[],
  about: {
    readonly version: string;
    readonly electronVersion: string;
    readonly isStandIn: boolean;
    readonly seconds: number;
  },
): string {
  const bom = new Models.Bom();
  bom.metadata.timestamp = new Date(about.seconds * 1000);
  const program = new Models.Component(Enums.ComponentType.Application, names.product, {
    version: about.version,
    bomRef: names.linux,
  });
  bom.metadata.component = program;
  const host = about.isStandIn
    ? new Models.Component(Enums.ComponentType.Framework, 'carrel-stand-in', { bomRef: 'host' })
    : new Models.Component(Enums.ComponentType.Framework, 'electron', {
        version: about.electronVersion,
        bomRef: 'host',
        purl: `pkg:npm/electron@${about.electronVersion}`,
        licenses: new Models.LicenseRepository([new Models.LicenseExpression('MIT')]),
      });
  for (const component of [host, ...ingredients.map(componentOf)]) {
    bom.components.add(component);
    program.dependencies.add(component.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 1 })}\n`;
}

interface Sbom {
  readonly components: readonly {
    readonly name: string;
    readonly properties?: readonly { readonly name: string; readonly value: string }[];
  }[];
}

/** Compares an SBOM with the package it is of: each component is in a file that ships, each foreign file in a component. */
export function sbomProblems(sbom: string, { archive }: ReadBack): string[] {
  const { components } = JSON.parse(sbom) as Sbom;
  const named = new Set<string>();
  const problems: string[] = [];
  for (const { name, properties = [] } of components) {
    const files = properties.filter((one) => one.name === fileProperty).map(({ value }) => value);
    for (const file of files) named.add(file);
    const isHost = name === 'electron' || name === 'carrel-stand-in';
    if (!isHost && !files.some((file) => archive.files.has(file)))
      problems.push(`${name} is listed, and does not ship`);
  }
  const noted = notedFiles();
  for (const file of archive.files.keys()) {
    const isForeign = file.startsWith('node_modules/') || (noted[file]?.packages.length ?? 0) > 0;
    if (isForeign && !named.has(file)) problems.push(`${file} ships, and is in no component`);
  }
  return problems;
}
