# Signs the MSIs of a folder where a certificate is given (base64 of a .pfx), and checks the signature. The password is in
# the environment, and never on a command line, which every program of the machine can read.
param([Parameter(Mandatory)][string]$Folder)
$ErrorActionPreference = 'Stop'

if (-not $env:WINDOWS_CERTIFICATE) {
  Write-Output 'No certificate is given: the MSI is not signed.'
  exit 0
}
$certificate = [System.Security.Cryptography.X509Certificates.X509Certificate2]::new(
  [Convert]::FromBase64String($env:WINDOWS_CERTIFICATE), $env:WINDOWS_CERTIFICATE_PASSWORD)
foreach ($package in Get-ChildItem -Path $Folder -Filter '*.msi') {
  $signed = Set-AuthenticodeSignature -FilePath $package.FullName -Certificate $certificate -HashAlgorithm SHA256 `
    -TimestampServer 'http://timestamp.digicert.com'
  if ($signed.Status -ne 'Valid') { throw "$($package.Name): $($signed.StatusMessage)" }
}
