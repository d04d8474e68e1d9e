// expects: refused
package main
// #cgo CFLAGS: -include SECRET -fplugin=/tmp/x.so
// #include "SECRET"
import "C"
func main() {}
