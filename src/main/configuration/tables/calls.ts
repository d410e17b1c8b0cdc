import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';

export function tableHandlers(_deps: Deps): HandlersOf<'configuration.tables'> {
  const notYet = () => Promise.reject(new Error('not yet'));
  return {
    'configuration.tables.list': notYet,
    'configuration.tables.find': notYet,
    'configuration.tables.open': notYet,
    'configuration.tables.compare': notYet,
    'configuration.tables.save': notYet,
    'configuration.tables.former': notYet,
    'configuration.tables.acceptLost': notYet,
  };
}
