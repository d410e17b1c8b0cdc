/** The settings that a policy can set, as they are now, for whoever reports them: one reading of them for everybody. */
export { settingsView as effectiveList, type SettingsInForce } from './view.ts';
